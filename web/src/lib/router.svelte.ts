/**
 * Addresses: a path, and links that change it without loading the page again. An address with `#/…` is a page of the
 * server on this device (`offline/`): the path stands behind the `#`, so any folder of any web host can hold the page.
 */
import { download } from './transport';

const isLocal = location.hash.startsWith('#/');
const current = (): URL => new URL(isLocal ? location.hash.slice(1) || '/' : location.href, location.origin);
/** An address as the browser shows it. */
const shown = (to: string): string => (isLocal ? `${location.pathname}#${to.split('#')[0]}` : to);

let path = $state(current().pathname);
addEventListener('popstate', () => (path = current().pathname));
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#/') !== isLocal) location.reload(); // another server: nothing of this one stays
});

export const router = {
  /** Whether this page plays without a network. */
  isLocal,
  /** Whether it is one of a folder without any server (`erre site`). */
  isSite: document.documentElement.dataset['site'] !== undefined,
  /** Where such a folder has the documentation; empty where it has none. */
  siteDocs: document.documentElement.dataset['site'] ?? '',
  get path(): string {
    return path;
  },
  /** The path in its parts: `/t/abc/screen` is `['t', 'abc', 'screen']`. */
  get parts(): string[] {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  },
  /** What follows the `?`. */
  get search(): string {
    return current().search;
  },
  /** What follows the `#`, such as the word of an invitation. */
  get word(): string {
    return isLocal ? '' : location.hash.slice(1);
  },
  /** Write where somebody stands within a page into the address; the page stays. */
  note(to: string): void {
    history.replaceState(null, '', shown(to));
  },
  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, '', shown(to));
    else history.pushState(null, '', shown(to));
    path = current().pathname;
    scrollTo(0, 0);
  },
};

/** Links of our own pages to which a local page can lead; others are left to the browser. */
function ours(event: Event): HTMLAnchorElement | null {
  const link = (event.target as Element | null)?.closest('a');
  return link && !link.target && link.origin === location.origin ? link : null;
}

/** For the page's root: plain clicks on links of our own are followed here. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = ours(event);
  if (!link) return;
  if (isLocal && link.pathname.startsWith('/api/')) {
    event.preventDefault();
    return void download(link.pathname + link.search, link.download);
  }
  if (link.hasAttribute('download') || link.pathname.startsWith('/api/')) return;
  if (!isLocal && link.hash.startsWith('#/')) return; // to the other server
  event.preventDefault();
  const to = link.hash.startsWith('#/') ? new URL(link.hash.slice(1), location.origin) : link;
  if (link.hash && link.pathname === location.pathname && to === link) document.getElementById(link.hash.slice(1))?.scrollIntoView();
  else if (to.pathname !== path || to.search) router.go(to.pathname + to.search);
}

/** For the page's root: before a local link is opened in any way, it gets the address that leads there. */
export function aim(event: Event): void {
  const link = isLocal ? ours(event) : null;
  if (!link || link.hash || link.pathname.startsWith('/api/')) return;
  link.href = `${location.pathname}#${link.pathname}${link.search}`;
}
