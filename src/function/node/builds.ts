import { buildId } from './dist-files.ts';

export interface Current<T> {
  value: T;
  /** Why the build that is on the disk now is not the one that is served; undefined when it is. */
  unread: string | undefined;
  stop(): void;
}

const CHECK_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Opens the build in a folder and follows it: another is taken up whole; one that cannot be read is tried again. */
export async function followBuilds<T>(
  distDir: string,
  open: (options: { whole: boolean }) => Promise<T>,
  onFault: (error: unknown) => void,
): Promise<Current<T>> {
  let served = await buildId(distDir);
  const current: Current<T> = {
    value: await open({ whole: false }),
    unread: undefined,
    stop: () => clearInterval(timer),
  };
  let tried: { id: string; due: number; pause: number } | undefined;
  let isBusy = false;

  const look = async (): Promise<void> => {
    const found = await buildId(distDir);
    if (found === undefined || found === served) {
      current.unread = undefined;
      tried = undefined;
      return;
    }
    const isSame = tried?.id === found;
    if (isSame && tried !== undefined && performance.now() < tried.due) return;
    try {
      current.value = await open({ whole: true });
      served = found;
      current.unread = undefined;
      tried = undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isSame || reason !== current.unread) onFault(error);
      current.unread = reason;
      const pause = isSame && tried !== undefined ? Math.min(2 * tried.pause, LONGEST_PAUSE_MS) : CHECK_MS;
      tried = { id: found, pause, due: performance.now() + pause };
    }
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    look().then(
      () => (isBusy = false),
      () => (isBusy = false),
    );
  }, CHECK_MS);
  timer.unref();
  return current;
}
