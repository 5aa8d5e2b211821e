/** Asks whether a template should be deleted. */
import { element } from '#studio/page/element';
import { askInDialog } from './ask.ts';
import { type Answer, hasStatus, server } from './server.ts';

/** `template` is an item of the list. Resolves to whether it was deleted. */
export async function confirmDelete(template: Answer<'listManagedTemplates'>[number]): Promise<boolean> {
  const { id, name, latest_version, latest_hash, published_version } = template;
  const versions = latest_version === 1 ? 'its version' : `its ${latest_version} versions`;
  const consequence =
    published_version === null
      ? 'The API does not render it yet.'
      : 'API requests for it will then get a 404.';
  const isDeleted = await askInDialog({
    look: { id: 'delete-dialog' },
    title: `Delete “${name}”?`,
    children: [
      element('p', {}, `Template ${id} and ${versions} are deleted. ${consequence} This cannot be undone.`),
    ],
    action: 'Delete',
    isDangerous: true,
    async onSubmit() {
      // A template that another person deleted in the meantime counts as deleted.
      await server.remove(id, latest_hash).catch((error) => {
        if (!hasStatus(error, 404)) throw error;
      });
      return true;
    },
  });
  return isDeleted === true;
}
