/** The features of each plan: 403 with `required_plan`, and nothing is charged. */
import { expect, it } from 'vitest';
import { startTestServer } from '../../support/server/start-test-server.ts';

const server = await startTestServer();
const members = await Promise.all(
  (['discovery', 'basic', 'pro'] as const).map(async (plan) => {
    const member = await server.team({ plan });
    return { plan, member, id: await server.template(member.team, '<p>a</p>') };
  }),
);

it.each(members)('$plan: properties in generate require basic or above', async ({ plan, member, id }) => {
  const { status, json } = await member.post(`templates/${id}/generate`, { metadata: { title: 'T' } });
  if (plan !== 'discovery') return expect(status).toBe(200);
  expect([status, json]).toEqual([
    403,
    {
      code: 'plan_required',
      message: 'The metadata field requires the basic plan or above.',
      required_plan: 'basic',
    },
  ]);
  expect(await member.used()).toBe(0);
});

it.each(members)('$plan: merging requires pro', async ({ plan, member, id }) => {
  const before = await member.used();
  const { status, json } = await member.post('templates/merge', { templates: [{ id }, { id }] });
  if (plan === 'pro') return expect([status, await member.used()]).toEqual([200, before + 2]);
  expect([status, json]).toEqual([
    403,
    { message: 'Merging requires the pro plan.', code: 'plan_required', required_plan: 'pro' },
  ]);
  expect(await member.used()).toBe(before);
});

it.each(members)('$plan: everything else is available', async ({ member, id }) => {
  const answers = [
    await member.get('templates'),
    await member.get(`templates/${id}`),
    await member.get('usage'),
    await member.post(`templates/${id}/generate`, {}),
    await member.post('html-to-pdf', { html: 'a', config: { metadata: { title: 'T' } } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

it('names the missing plan only to teams that may see the template', async () => {
  const [discovery, basic] = members;
  const foreign = await discovery?.member.post(`templates/${basic?.id}/generate`, {
    metadata: { title: 'T' },
  });
  expect([foreign?.status, foreign?.json.required_plan]).toEqual([403, undefined]);
});
