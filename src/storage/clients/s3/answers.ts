/** An object of a bucket. */
export interface S3Object {
  key: string
  bytes: number
}

/** A page of a list of objects. */
export interface S3Page {
  objects: S3Object[]
  /** For the next page; undefined after the last one. */
  next: string | undefined
}

/** Reads the answer of ListObjectsV2 with `encoding-type=url`. */
export function readObjects(xml: string): S3Page {
  const objects = elements(xml, 'Contents').map(content => ({
    key: decodeKey(element(content, 'Key') ?? ''),
    bytes: Number(element(content, 'Size')),
  }))
  const isTruncated = element(xml, 'IsTruncated') === 'true'
  return { objects, next: isTruncated ? plainText(element(xml, 'NextContinuationToken') ?? '') : undefined }
}

/** An upload in parts that is not complete. */
export interface S3Upload {
  key: string
  uploadId: string
}

/** Reads the answer of ListMultipartUploads with `encoding-type=url`. */
export function readUploads(xml: string): S3Upload[] {
  return elements(xml, 'Upload').map(upload => ({
    key: decodeKey(element(upload, 'Key') ?? ''),
    uploadId: plainText(element(upload, 'UploadId') ?? ''),
  }))
}

/** The id that CreateMultipartUpload returns. */
export function readUploadId(xml: string): string | undefined {
  const id = element(xml, 'UploadId')
  return id === undefined ? undefined : plainText(id)
}

/** The code of an error, such as AccessDenied; undefined if the answer is no error. */
export function readErrorCode(xml: string): string | undefined {
  return /<Error>(?:(?!<\/Error>)[\s\S])*?<Code>(\w{1,100})<\/Code>/.exec(xml)?.[1]
}

function elements(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, 'g')), ([, text = '']) => text)
}

function element(xml: string, name: string): string | undefined {
  return elements(xml, name)[0]
}

function decodeKey(text: string): string {
  return decodeURIComponent(plainText(text).replaceAll('+', ' '))
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plainText(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    return String.fromCodePoint(Number(name.replace('#x', '0x').replace('#', '')))
  })
}
