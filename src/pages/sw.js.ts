import offlineWorker from '../client/my-list/offline-worker.ts?worker&url';

/** The address of the service worker's program; a build puts the program itself here (build/offline-files.ts). */
export const GET = (): Response => new Response(offlineWorker);
