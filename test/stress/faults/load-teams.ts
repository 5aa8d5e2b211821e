/** Teams for a mixed load: one pays from its quota, one with credits, and one sends no keys. */
import type { Store } from '../../../src/store/store.ts';
import { editorJson, text } from '../../support/pdfme/editor-files.ts';
import type { LoadTeam } from './mixed-load.ts';

export async function loadTeams(store: Store): Promise<LoadTeam[]> {
  const teams = [
    { name: 'of the quota', quota: 1_000_000, keyed: true, credits: 0 },
    { name: 'of credits', quota: 10, keyed: true, credits: 1_000_000 },
    { name: 'without keys', quota: 1_000_000, keyed: false, credits: 0 },
  ];
  const makeTeam = async ({ name, quota, keyed, credits }: (typeof teams)[number]) => {
    const { id } = await store.teams.create({ name, plan: 'pro', verified: true, quota });
    if (credits > 0) await store.ledger.addCredits(id, credits);
    const push = async (name: string, type: 'html' | 'editor', file: string, content: string) => {
      const files = new Map([[file, Buffer.from(content)]]);
      return (await store.templates.push({ teamId: id, name, type, hasBasePdf: false, files, publish: true }))
        .id;
    };
    const templates = {
      html: await push('html', 'html', 'template.html', '<h1>{{ text }}</h1>'),
      editor: await push('editor', 'editor', 'editor.json', editorJson([[text('a', '{{ text }}')]])),
      failing: await push(
        'failing',
        'html',
        'template.html',
        '<script>location = "http://example.com/"</script>',
      ),
    };
    return { id, keyed, quota, templates, token: (await store.tokens.create({ teamId: id })).token };
  };
  return await Promise.all(teams.map(makeTeam));
}
