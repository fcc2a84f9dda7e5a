/** Give the focus to what is new, once it has been drawn: earlier the page would have to be laid out in between. */
export function focusWhenDrawn(node: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(() => node.focus());
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
