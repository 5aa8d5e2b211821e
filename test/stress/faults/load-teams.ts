/** Teams for a mixed load: one pays from its quota, one with credits, and one sends no keys. */
import type { Store } from '../../../src/store/store.ts';
import { editorJson, text } from '../../support/pdfme/editor-files.ts';
import type { LoadTeam } from './mixed-load.ts';

export function loadTeams(store: Store): LoadTeam[] {
  return [
    { name: 'of the quota', quota: 1_000_000, keyed: true, credits: 0 },
    { name: 'of credits', quota: 10, keyed: true, credits: 1_000_000 },
    { name: 'without keys', quota: 1_000_000, keyed: false, credits: 0 },
  ].map(({ name, quota, keyed, credits }) => {
    const { id } = store.teams.create({ name, plan: 'pro', verified: true, quota });
    if (credits > 0) store.ledger.addCredits(id, credits);
    const push = (name: string, type: 'html' | 'editor', file: string, content: string) => {
      const files = new Map([[file, Buffer.from(content)]]);
      return store.templates.push({ teamId: id, name, type, hasBasePdf: false, files, publish: true }).id;
    };
    const templates = {
      html: push('html', 'html', 'template.html', '<h1>{{ text }}</h1>'),
      editor: push('editor', 'editor', 'editor.json', editorJson([[text('a', '{{ text }}')]])),
      failing: push('failing', 'html', 'template.html', '<script>location = "http://example.com/"</script>'),
    };
    return { id, keyed, templates, token: store.tokens.create({ teamId: id }).token };
  });
}
