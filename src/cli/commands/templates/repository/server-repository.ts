/** Templates on a server, over HTTP. */
import { Failure } from '#contract/errors';
import type { ManagedTemplate, PushRequest } from '#contract/manage/manage-schema';
import type { TemplateSummary } from '#contract/templates';
import { isTemplateFile, templateType } from '#template/model/template-files';
import { connect, startDeadline } from '../../../connection/server-connection.ts';
import type { Session } from '../../../session.ts';
import type { ManagedEntry, NewVersion, TemplateEntry, TemplateRepository } from './template-repository.ts';

/** Throws `no_server`. */
export async function openServerRepository(session: Session): Promise<TemplateRepository> {
  const { client, url, timeoutMs } = await connect(session).catch(reportServer);
  const { openTemplateServer } = await import('#client/template-server');
  // Each call gets the full timeout of the settings, because a hundred folders take longer than one.
  const bounds = () => startDeadline(timeoutMs);
  const server = openTemplateServer(client, url, bounds);
  return {
    address: url,
    async entries() {
      try {
        return (await server.list()).map(managedEntry);
      } catch (error) {
        // The server is another implementation of this API, or the token lacks the scope. The API reports other errors
        // itself.
        if (!isUnknownPath(error)) throw error;
        return (await client.listTemplates(bounds())).map(templateEntry);
      }
    },
    async list() {
      return (await server.list().catch((error) => reportUnmanaged(error, url))).map(managedEntry);
    },
    async versions(id) {
      const { versions } = await server.show(id);
      return versions.map((each) => ({
        version: each.version,
        hash: each.hash,
        createdAt: each.created_at,
        createdBy: each.created_by ?? null,
        published: each.published,
        publishedAt: each.published_at ?? null,
        publishedBy: each.published_by ?? null,
        hasErrors: each.has_errors ?? false,
      }));
    },
    async files(id, version) {
      const files = await server.files(id, version);
      // The files are written to the local disk, so paths that no template has are rejected.
      const stranger = [...files.keys()].find((path) => !isTemplateFile(path));
      if (stranger === undefined) return files;
      throw new Failure(
        'invalid_template',
        `The server sent ${JSON.stringify(stranger)}, which is not a file of a template.`,
        { hint: 'Nothing was written.' },
      );
    },
    async push(version) {
      const { id, version: made, published, unchanged } = await server.push(await createRequest(version));
      return { id, version: made, published, unchanged };
    },
    async publish(id, version, dry_run) {
      await server.publish(id, { version, dry_run });
    },
    async rename(id, name, dry_run) {
      const { previous_name: previousName, unchanged } = await server
        .rename(id, { name, dry_run })
        .catch((error) => reportTooOld(error, url, 'rename'));
      return { previousName, unchanged };
    },
    async delete({ id, latestHash }, dryRun) {
      await server
        .delete(id, { base: latestHash, dryRun })
        .catch((error) => reportTooOld(error, url, 'delete'));
    },
  };

  /** Contents that the latest version has are referenced by hash, and only the others are sent. */
  async function createRequest(version: NewVersion): Promise<PushRequest> {
    const { name, files, publish, known, base, dryRun: dry_run } = version;
    const remoteHashes = new Set(known ? (await server.hashes(known.id, known.latestVersion)).values() : []);
    const { hashContent } = await import('#contract/content-hash');
    return {
      name,
      type: templateType(files),
      files: hashContent(files).files.map(({ path, hash: digest, bytes }) => {
        const hash = digest.toString('hex');
        return remoteHashes.has(hash)
          ? { path, hash }
          : { path, content: Buffer.from(bytes).toString('base64') };
      }),
      ...(base === undefined ? { force: true } : { base }),
      publish,
      dry_run,
    };
  }
}

const templateEntry = (template: TemplateSummary): TemplateEntry => ({
  id: template.id,
  name: template.name,
  type: template.type,
  hasBasePdf: template.has_base_pdf,
  createdAt: template.created_at,
  updatedAt: template.updated_at,
});

const managedEntry = (template: ManagedTemplate): ManagedEntry => ({
  ...templateEntry(template),
  latestVersion: template.latest_version,
  latestHash: template.latest_hash,
  publishedVersion: template.published_version,
});

/** Servers report an unknown path in several ways. */
const isUnknownPath = (error: unknown): boolean =>
  isUnmanaged(error) ||
  (error instanceof Failure && ['unauthenticated', 'invalid_request'].includes(error.code));

const isUnmanaged = (error: unknown): error is Failure =>
  error instanceof Failure && ['not_found', 'not_an_api', 'forbidden', 'scope_required'].includes(error.code);

function reportUnmanaged(error: unknown, url: string): never {
  if (!isUnmanaged(error)) throw error;
  if (error.code === 'not_found' || error.code === 'not_an_api') {
    throw new Failure('not_found', `${url} has only the rendering API and does not manage templates.`, {
      hint: 'pdfapi templates list and show work with it. Edit its templates in its own editor.',
      cause: error,
    });
  }
  const { message, facts } = error;
  if (facts?.required_scope !== 'templates:write') throw error;
  throw new Failure('scope_required', message, {
    hint: 'Its operator can create one: pdfapi admin token create --team <team> --scope templates:write',
    facts,
    cause: error,
  });
}

/** Servers that predate `rename` and `delete` support only other methods at a template's address. */
function reportTooOld(error: unknown, url: string, what: 'rename' | 'delete'): never {
  if (!(error instanceof Failure) || !isMethodUnknown(error)) throw error;
  throw new Failure('not_found', `${url} is too old to ${what} templates.`, {
    hint: 'Its operator can install a newer pdfapi. On the server’s machine, --data-dir works as well.',
    cause: error,
  });
}

const isMethodUnknown = ({ facts }: Failure): boolean => facts?.status === 405;

function reportServer(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== 'no_server') throw error;
  throw new Failure('no_server', error.message, {
    hint: 'Sign in (pdfapi login), set PDFAPI_URL and PDFAPI_TOKEN, or name a data directory with --data-dir.',
    cause: error,
  });
}
