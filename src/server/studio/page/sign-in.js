/** The sign-in form. The token is sent once and is not stored in the page. */
import { element } from './failure-card.js';
import { signIn } from './server.js';

const at = (id) => document.getElementById(id);

export function startSignIn(onSignedIn) {
  at('sign-in-form').addEventListener('submit', async (event) => {
    event.preventDefault();
    const failure = at('sign-in-failure');
    const { value } = at('token');
    at('token').value = '';
    failure.hidden = true;
    try {
      onSignedIn(await signIn(value));
    } catch (error) {
      const { command } = error.details ?? {};
      failure.replaceChildren(
        error.message,
        ...(command ? [' Create one: ', element('code', {}, command)] : []),
      );
      failure.hidden = false;
      at('token').focus();
    }
  });
}
