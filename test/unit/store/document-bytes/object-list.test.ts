import { expect, it } from 'vitest';
import { errorCodeOf, parseObjectList } from '../../../../src/store/document-bytes/object-list.ts';

const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
const object = (key: string) =>
  `<Contents><Key>${key}</Key><LastModified>2026-03-10T12:00:00.000Z</LastModified><ETag>&quot;1&quot;</ETag><Owner><ID>a</ID></Owner></Contents>`;
const list = (content: string) =>
  `${head}<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</ListBucketResult>\n`;
const at = new Date('2026-03-10T12:00:00Z');

it('reads keys and times, with entities, line breaks and another namespace', () => {
  expect(parseObjectList(list(`<IsTruncated>false</IsTruncated>${object('a&amp;b&#x2F;c&#47;d')}`))).toEqual({
    objects: [{ key: 'a&b/c/d', modifiedAt: at }],
    next: undefined,
  });
  const other = list(`\n  ${object('x')}\n  ${object('y')}`).replaceAll(/<(\/?)(\w)/g, '<$1s3:$2');
  expect(parseObjectList(other).objects.map(({ key }) => key)).toEqual(['x', 'y']);
  expect(parseObjectList(list('<Name>a</Name><Contents/>').replace('<Contents/>', '')).objects).toEqual([]);
});

it('continues a list that is truncated', () => {
  const text = list(
    `${object('a')}<IsTruncated>true</IsTruncated><NextContinuationToken>1/+=&amp;</NextContinuationToken><CommonPrefixes><Prefix>p</Prefix></CommonPrefixes>`,
  );
  expect(parseObjectList(text).next).toBe('1/+=&');
});

it.each([
  ['an empty response', ''],
  ['a page of HTML', '<html><body>Welcome</body></html>'],
  ['a response that ends too early', list(object('a')).slice(0, -30)],
  ['a list that cannot be continued', list('<IsTruncated>true</IsTruncated>')],
  ['an object without a time', list('<Contents><Key>a</Key></Contents>')],
  ['an object without a key', list(object('a').replace('<Key>a</Key>', ''))],
  ['a time that is none', list(object('a').replace('2026', 'soon'))],
])('rejects %s', (_what, text) => {
  expect(() => parseObjectList(text)).toThrow(Error);
});

it('reads the code of an error', () => {
  expect(errorCodeOf(`${head}<Error><Code>NoSuchKey</Code><Message>gone</Message></Error>`)).toBe(
    'NoSuchKey',
  );
  expect(errorCodeOf('<html>')).toBeUndefined();
  expect(errorCodeOf('')).toBeUndefined();
});
