/** Drawings of pieces for pictures outside the client, such as those of notebooks: `web/stills.mjs` writes them down. */
import { render } from 'svelte/server';
import type { Component } from 'svelte';

/** Each is an `<svg>` that stands alone, under the name that the game's Python module knows it by. */
export type Stills = Record<string, string>;

/** A component as the markup that a server would send. */
export function markup<P extends Record<string, unknown>>(component: Component<P>, props: P): string {
  return render(component, { props } as never).body.replace(/<!--.*?-->/g, '');
}
