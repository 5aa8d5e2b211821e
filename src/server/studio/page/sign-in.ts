/** The sign-in form. The token is sent once and is not stored in the page. */
import { at, element } from '#studio/page/element';
import { messageOf } from '#studio/page/failure-card';
import { errorDetails, type StudioSession, server } from './server.ts';

export function startSignIn(onSignedIn: (session: StudioSession) => void): void {
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
