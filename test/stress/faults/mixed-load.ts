/** Clients of several teams that send all kinds of requests concurrently and record the responses. */
import { createHash } from 'node:crypto';

export interface LoadTeam {
  readonly id: number;
  readonly token: string;
  /** PDFs a month. */
  readonly quota: number;
  /** Whether its requests have an `Idempotency-Key`. */
  readonly keyed: boolean;
  readonly templates: { readonly html: number; readonly editor: number; readonly failing: number };
}

export interface Asked {
  readonly team: LoadTeam;
  readonly path: string;
  readonly body: string;
  readonly key: string | undefined;
  /** The number of PDFs charged. */
  readonly amount: number;
  readonly shouldFail: boolean;
}

export interface Answered {
  readonly asked: Asked;
  readonly status: number;
  /** The hash of the document, and its download address. */
  readonly hash: string | undefined;
  readonly url: string | undefined;
  /** The body of a failure. */
  readonly text?: string;
}

let count = 0;

/** Returns a random request of a team. */
export function anyRequest(team: LoadTeam, random: () => number): Asked {
  const { html, editor, failing } = team.templates;
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T;
  const text = `document ${++count} of team ${team.id}`;
  // An address that is valid for longer than the longest run.
  const delivery = pick([{ output: 'base64' }, { output: 'binary' }, { output: 'url', url_expiry: 1_440 }]);
  const [path, body, amount, shouldFail] = pick<() => [string, object, number, boolean]>([
    () => ['html-to-pdf', { html: `<p>${text}</p>`, ...delivery }, 1, false],
    () => [
      'html-to-pdf',
      { html: `<p id="a"></p><script>a.textContent = '${text}'</script>`, ...delivery },
      1,
      false,
    ],
    () => [`templates/${html}/generate`, { data: { text }, ...delivery }, 1, false],
    () => [`templates/${editor}/generate`, { data: { text }, ...delivery }, 1, false],
    () => [
      'templates/merge',
      {
        templates: [
          { id: html, data: { text } },
          { id: editor, data: { text } },
        ],
        ...delivery,
      },
      2,
      false,
    ],
    () => ['html-to-pdf', { html: '<script>location = "http://example.com/"</script>' }, 1, true],
    () => [
      'templates/merge',
      {
        templates: [
          { id: html, data: { text } },
          { id: failing, data: { text } },
        ],
      },
      2,
      true,
    ],
  ])();
  const key = team.keyed ? `key-${team.id}-${count}` : undefined;
  return { team, path, body: JSON.stringify(body), key, amount, shouldFail };
}

/** Returns undefined if the response did not arrive completely. */
export async function ask(
  url: string,
  asked: Asked,
  signal: AbortSignal | null = null,
): Promise<Answered | undefined> {
  try {
    const response = await fetch(`${url}/api/v1/${asked.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${asked.team.token}`,
        'content-type': 'application/json',
        ...(asked.key === undefined ? {} : { 'idempotency-key': asked.key }),
      },
      body: asked.body,
      signal,
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status } = response;
    if (status !== 200) return { asked, status, hash: undefined, url: undefined, text: bytes.toString() };
    if (response.headers.get('content-type') === 'application/pdf') {
      return { asked, status, hash: hashOf(bytes), url: undefined };
    }
    const { pdf, url: address } = JSON.parse(bytes.toString());
    return { asked, status, hash: hashOf(pdf ?? address), url: address };
  } catch {
    return undefined;
  }
}

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
