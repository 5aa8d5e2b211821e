/** Signs in to the studio of a test server, and opens a new template in it. */
import type { RealPage } from '../real-page.ts';
import type { TestServer } from '../server/start-test-server.ts';

const isVisible = (selector: string) =>
  `document.querySelector(${JSON.stringify(selector)})?.checkVisibility()`;

/** Resolves, when the template has been rendered or has failed to, to its id. */
export async function openInStudio(
  page: RealPage,
  server: TestServer,
  files: Readonly<Record<string, string>>,
): Promise<number> {
  const member = await server.team();
  const { token } = await server.store.tokens.create({ teamId: member.team.id, scopes: ['templates:write'] });
  const id = await server.template(member.team, files, { name: 'note' });
  await page.look(1280, 800);
  await page.go(`${server.url}/studio`);
  await page.until(isVisible('#token'));
  await page.evaluate(`document.getElementById('token').value = ${JSON.stringify(token)}`);
  await page.evaluate(`document.querySelector('#sign-in button').click()`);
  await page.until(isVisible('#list'));
  await page.evaluate(`location.hash = '#/templates/${id}'`);
  await page.until(
    `${isVisible('.cm-content')} && /^(?:Up to date|Failed)/.test(document.getElementById('status').innerText)`,
  );
  return id;
}
