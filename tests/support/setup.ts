import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where this run keeps what its tests share; gone after it. */
    runDir: string;
  }
}

export default function setup(project: TestProject): () => void {
  const runDir = temporaryFolder();
  project.provide('runDir', runDir);
  // Servers and commands that tests start anew dozens of times need not be compiled anew each time.
  process.env.NODE_COMPILE_CACHE ??= join(runDir, 'compiled');
  return () => rmSync(runDir, { recursive: true, force: true });
}

function temporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'materia-run-'));
  } catch (error) {
    throw new Error(
      `The tests cannot write to ${tmpdir()} (${(error as Error).message}); TMPDIR names another folder.`,
    );
  }
}
