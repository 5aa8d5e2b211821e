/** The address of a bucket, such as `s3://bucket/prefix?endpoint=https://storage.example.com:9000&region=eu-central-1`. */

export interface S3Location {
  /** The address of the prefix within the bucket, to which an id is appended. */
  readonly objects: string;
  /** The address of the bucket itself, which lists its objects. */
  readonly bucket: string;
  /** The prefix of the names of all objects: empty, or ending in a slash. */
  readonly prefix: string;
  readonly region: string;
  /** The address for messages. It contains no credentials. */
  readonly name: string;
}

/** Services that are not those of AWS mostly have no regions, and accept this one. */
const standardRegion = 'us-east-1';

const bucketForm = /^[0-9A-Za-z][\w.-]{1,61}[0-9A-Za-z]$/;
/** Nothing that would have to be encoded. */
const prefixForm = /^(?:[\w.-]+\/)*$/;
const regionForm = /^[a-z0-9][a-z0-9-]*$/;

/**
 * Parses the address of a bucket. A bucket of AWS is addressed by its own host name, and one with an `endpoint` below
 * its path. Returns what is wrong with the address as a text that continues "…: ".
 */
export function parseS3Location(text: string): S3Location | string {
  if (!URL.canParse(text)) return 'it is not an address such as s3://bucket/prefix';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    return 'credentials belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  }
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'endpoint' && key !== 'region');
  if (unknown !== undefined) return `${JSON.stringify(unknown)} is unknown; it can have endpoint and region`;
  if (!bucketForm.test(url.host)) return `${JSON.stringify(url.host)} is not the name of a bucket`;
  const prefix = withSlash(url.pathname.replace(/^\/+/, ''));
  if (!prefixForm.test(prefix) || /(?:^|\/)\.\.?\//.test(prefix)) {
    return 'the prefix may consist of letters, digits, "_", "-", "." and "/"';
  }
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const region = url.searchParams.get('region') ?? (endpoint === undefined ? undefined : standardRegion);
  if (region === undefined) {
    return 'without an endpoint it needs the region of the bucket, such as ?region=eu-central-1';
  }
  if (!regionForm.test(region)) return `${JSON.stringify(region)} is not a region such as eu-central-1`;
  const bucket = endpoint === undefined ? amazonAddress(url.host, region) : addressAt(endpoint, url.host);
  if (bucket === undefined) return 'its endpoint is not an http or https address without a query';
  const shownEndpoint = endpoint === undefined ? '' : ` at ${new URL(endpoint).origin}`;
  const name = `s3://${url.host}/${prefix}`.replace(/\/$/, '') + shownEndpoint;
  return { bucket, prefix, region, name, objects: `${bucket}${prefix}` };
}

const withSlash = (path: string): string => (path === '' || path.endsWith('/') ? path : `${path}/`);

/** A certificate of AWS covers `*.s3.…`, which a name with dots does not match. */
function amazonAddress(bucket: string, region: string): string {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${host}/${bucket}/` : `https://${bucket}.${host}/`;
}

function addressAt(endpoint: string, bucket: string): string | undefined {
  if (!URL.canParse(endpoint)) return undefined;
  const { protocol, username, password, origin, pathname, search, hash } = new URL(endpoint);
  if (!/^https?:$/.test(protocol) || `${username}${password}${search}${hash}` !== '') return undefined;
  return `${origin}${withSlash(pathname)}${bucket}/`;
}
