/** Give the focus to what is new, once it has been drawn: earlier the page would have to be laid out in between. */
export function focusWhenDrawn(node: HTMLElement | null, options?: FocusOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => node?.focus(options));
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

const FOCUSABLE = ':is(a[href], button:not(:disabled), input, select, textarea, summary, [tabindex]):not([tabindex="-1"])';

/** A region that scrolls can be reached by keys while it is longer than its room and holds nothing that takes the focus. */
export function scrollByKeys(node: HTMLElement): () => void {
  const look = (): void => {
    const isLong = node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
    const takesFocus = isLong && [...node.querySelectorAll(FOCUSABLE)].some((one) => one.checkVisibility());
    if (isLong && !takesFocus) node.tabIndex = 0;
    else node.removeAttribute('tabindex');
  };
  // Sizes are read where they were just worked out, so that nothing is laid out twice.
  const sizes = new ResizeObserver(look);
  const watch = (): void => {
    sizes.disconnect();
    for (const one of [node, ...node.children]) sizes.observe(one);
  };
  watch();
  const children = new MutationObserver(watch);
  children.observe(node, { childList: true });
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
}
