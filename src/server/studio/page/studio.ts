/** The studio of a server: sign-in, the list, and the editor of one template. The address determines the view. */
import { at, element } from '#studio/page/element';
import { messageOf } from '#studio/page/failure-card';
import { forgetChosenData } from './data-choice.ts';
import { startEdit } from './edit.ts';
import { leaveList, showList } from './list.ts';
import { askForNewTemplate, type BegunTemplate } from './new-template.ts';
import { errorDetails, hasStatus, type StudioSession, server, whenSignedOut } from './server.ts';
import { showWebhooks } from './webhooks/webhook-list.ts';
import { showWebhook } from './webhooks/webhook-page.ts';

const edit = startEdit();
let isSignedIn = false;
/** A template that was started in this page and is not on the server yet. */
let begun: BegunTemplate | undefined;
let shown = location.hash;

function view(name: string): void {
  document.body.dataset.view = name;
  if (name !== 'list') leaveList();
  if (name === 'sign-in') at('token').focus();
}

function enter({ team }: StudioSession): void {
  isSignedIn = true;
  at('team').textContent = team;
  // Work in progress survives the end of a session.
  if (edit.isOpen) view('edit');
  else show();
}

async function show(): Promise<void> {
  if (!isSignedIn) return;
  const hash = location.hash;
  const [, id] = /^#\/templates\/(\d+)$/.exec(hash) ?? [];
  if (edit.isOpen && hash !== shown && !edit.isOver(id)) {
    if (!confirm('Leave without saving your changes?')) {
      history.replaceState(null, '', shown);
      return;
    }
  }
  shown = hash;
  try {
    if (id !== undefined) {
      if (edit.id === Number(id)) return view('edit');
      view('edit');
      await edit.open(Number(id));
    } else if (hash === '#/new' && begun) {
      view('edit');
      const { name, files } = begun;
      begun = undefined;
      await edit.begin(name, files);
    } else if (hash.startsWith('#/webhooks')) {
      edit.close();
      document.title = 'Webhooks · pdfapi';
      await openWebhooks(hash);
    } else {
      edit.close();
      document.title = 'Studio · pdfapi';
      await showList();
      view('list');
    }
  } catch (error) {
    if (hasStatus(error, 401)) return;
    alert(messageOf(error));
    if (id !== undefined || hash.startsWith('#/webhooks/')) location.hash = '#/';
  }
}

async function openWebhooks(hash: string): Promise<void> {
  const [, id] = /^#\/webhooks\/(\d+)$/.exec(hash) ?? [];
  if (id === undefined) await showWebhooks();
  else await showWebhook(Number(id));
  view(id === undefined ? 'webhooks' : 'webhook');
}

whenSignedOut(() => {
  isSignedIn = false;
  view('sign-in');
});
startSignIn(enter);
addEventListener('hashchange', show);
at('new').addEventListener('click', async () => {
  begun = await askForNewTemplate();
  if (begun) location.hash = '#/new';
});
at('sign-out').addEventListener('click', async () => {
  await server.signOut().catch(() => {});
  isSignedIn = false;
  edit.close();
  forgetChosenData();
  view('sign-in');
});
server.session().then(enter, () => view('sign-in'));

/** The token is sent once and is not stored in the page. */
function startSignIn(onSignedIn: (session: StudioSession) => void): void {
  const token = at('token', HTMLInputElement);
  at('sign-in-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const failure = at('sign-in-failure');
    const { value } = token;
    token.value = '';
    failure.hidden = true;
    try {
      onSignedIn(await server.signIn(value));
    } catch (error) {
      const { command } = errorDetails(error);
      failure.replaceChildren(
        messageOf(error),
        ...(command ? [' Create one: ', element('code', {}, command)] : []),
      );
      failure.hidden = false;
      token.focus();
    }
  });
}
