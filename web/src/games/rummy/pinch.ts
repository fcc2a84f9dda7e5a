/** Two fingers on the table: apart and together make tiles larger and smaller, side by side they move it. */
import type { Attachment } from 'svelte/attachments';

export function pinch(zoom: (factor: number) => void, begin: () => void): Attachment<HTMLElement> {
  return (node) => {
    let before: { far: number; x: number; y: number } | null = null;
    const measure = ([a, b]: [Touch, Touch]): { far: number; x: number; y: number } => ({
      far: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
      x: (a.clientX + b.clientX) / 2,
      y: (a.clientY + b.clientY) / 2,
    });
    const fingers = (event: TouchEvent): [Touch, Touch] | null => {
      const [a, b] = [event.touches[0], event.touches[1]];
      return a && b && event.touches.length === 2 ? [a, b] : null;
    };
    const start = (event: TouchEvent): void => {
      const two = fingers(event);
      before = two && measure(two);
      if (two) begin();
    };
    const move = (event: TouchEvent): void => {
      const two = fingers(event);
      if (!two || !before) return;
      event.preventDefault();
      const here = measure(two);
      zoom(here.far / before.far);
      node.scrollLeft += before.x - here.x;
      node.scrollTop += before.y - here.y;
      before = here;
    };
    const end = (): void => void (before = null);
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 300));
    };
    node.addEventListener('touchstart', start, { passive: true });
    node.addEventListener('touchmove', move, { passive: false });
    node.addEventListener('touchend', end);
    node.addEventListener('wheel', wheel, { passive: false });
    return () => {
      node.removeEventListener('touchstart', start);
      node.removeEventListener('touchmove', move);
      node.removeEventListener('touchend', end);
      node.removeEventListener('wheel', wheel);
    };
  };
}
