/** A place in a bucket of an S3 server, and how to reach it. */
export interface S3Location {
  /** Address of the server, such as https://s3.eu-central-1.amazonaws.com, without a path. */
  endpoint: string
  region: string
  bucket: string
  /** What all keys begin with: empty, or a path that ends with a slash. */
  prefix: string
  /** Whether the bucket is the first part of the path; otherwise it is the first part of the host's name. */
  pathStyle: boolean
  accessKey: string
  secretKey: string
  /** A file with the certificate authorities of the server, in PEM. Absent: the usual ones. */
  caFile?: string | undefined
}

// Prefixes need no encoding in addresses, and have no characters that the engine takes for a pattern.
const address = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9_.=-]{1,100}){0,10})\/?$/

/** What `s3://bucket/prefix` names; undefined for other texts. */
export function readS3Address(text: string): Pick<S3Location, 'bucket' | 'prefix'> | undefined {
  const [, bucket, path = ''] = address.exec(text) ?? []
  if (bucket === undefined || /\/\.{1,2}(\/|$)/.test(path)) return undefined
  return { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` }
}

/** The address without its keys, as messages name it. */
export function s3Name({ bucket, prefix }: Pick<S3Location, 'bucket' | 'prefix'>): string {
  return `s3://${bucket}/${prefix}`.replace(/\/$/, '')
}

/** The URL of a key; an empty key is the bucket. */
export function s3Url({ endpoint, bucket, pathStyle }: S3Location, key: string): URL {
  const url = new URL(endpoint)
  if (pathStyle) url.pathname = `/${bucket}/${key}`
  else {
    url.hostname = `${bucket}.${url.hostname}`
    url.pathname = `/${key}`
  }
  return url
}
