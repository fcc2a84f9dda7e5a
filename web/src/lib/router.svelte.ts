/** Addresses: a path, and links that change it without loading the page again. */

let path = $state(location.pathname);
addEventListener('popstate', () => (path = location.pathname));

export const router = {
  get path(): string {
    return path;
  },
  /** The path in its parts: `/t/abc/screen` is `['t', 'abc', 'screen']`. */
  get parts(): string[] {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  },
  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    path = location.pathname;
    scrollTo(0, 0);
  },
};

/** For the page's root: plain clicks on links of our own are followed here. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  if (link.pathname !== path || link.search) router.go(link.pathname + link.search);
  else if (link.hash) document.getElementById(link.hash.slice(1))?.scrollIntoView();
}
