/** What appears under a finger is not pressed by it: for a moment a new panel takes no presses. */
const MOMENT = 700; // milliseconds

export function settle(node: HTMLElement): () => void {
  node.style.pointerEvents = 'none';
  node.dataset.settled = 'no';
  const timer = setTimeout(() => {
    node.style.pointerEvents = '';
    node.dataset.settled = 'yes';
  }, MOMENT);
  return () => clearTimeout(timer);
}
