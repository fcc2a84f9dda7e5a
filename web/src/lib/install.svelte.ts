/** The browser's offer to keep the page like an app, taken when a person asks for it. */

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallPrompt | null = $state.raw(null);

export const installer = {
  get possible(): boolean {
    return offer !== null;
  },
  async install(): Promise<void> {
    await offer?.prompt();
    offer = null;
  },
};

/** Listen for the offer, and let the worker keep the shell for times without a network. */
export function prepareInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallPrompt;
  });
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    addEventListener('load', () => void navigator.serviceWorker.register(location.hash.startsWith('#/') ? 'sw.js' : '/sw.js').catch(() => undefined));
  }
}
