/** Push messages in this browser: whether it can have them, whether it has, and how it gets them. */

/** Why this browser gets no push messages; null if it can get them. */
export type NoPush = 'insecure' | 'unsupported' | 'blocked';

export function whyNoPush(): NoPush | null {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : null;
}

async function registration(): Promise<ServiceWorkerRegistration> {
  return (await navigator.serviceWorker.getRegistration()) ?? (await navigator.serviceWorker.register('/sw.js'));
}

/** The subscription of this browser, if it has one. */
export async function current(): Promise<PushSubscription | null> {
  if (whyNoPush() !== null) return null;
  const found = await navigator.serviceWorker.getRegistration();
  return (await found?.pushManager.getSubscription()) ?? null;
}

/** What the server calls a subscription. */
export async function nameOf(subscription: PushSubscription): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('').slice(0, 32);
}

/** The bytes of a text in base64 of URLs. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** Ask the person and the browser's service; null if the person says no. */
export async function subscribe(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await registration();
  await navigator.serviceWorker.ready;
  const old = await worker.pushManager.getSubscription();
  if (old) await old.unsubscribe(); // it may be for another key
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
}
