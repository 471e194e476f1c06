import type { Envelope, Problem } from '../schema/types.ts';

/** Sends the report form as JSON and shows the receipt, or why there is none. */
export function enableReport(): void {
  const form = document.querySelector<HTMLFormElement>('[data-report]');
  const answer = document.querySelector<HTMLElement>('[data-report-answer]');
  if (!form || !answer) return;
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    button?.setAttribute('disabled', '');
    answer.textContent = 'Sending.';
    answer.textContent = await send(form).catch(
      () => 'The report could not be sent. Your text is still here; please try again later.',
    );
    button?.removeAttribute('disabled');
  });
}

async function send(form: HTMLFormElement): Promise<string> {
  const values = [...new FormData(form)].filter(([, value]) => value !== '');
  const response = await fetch(form.action, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...Object.fromEntries(values), client: 'website' }),
  });
  const body = (await response.json()) as Envelope | Problem;
  if (!response.ok) return `The report was not accepted: ${(body as Problem).detail}`;
  const { id, duplicate } = body.data as { id: string; duplicate: boolean };
  form.reset();
  return duplicate
    ? `This had been reported before. The receipt is ${id}.`
    : `Thank you. The report was stored. The receipt is ${id}.`;
}
