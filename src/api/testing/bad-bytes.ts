/** Bytes that are not a valid HTTP request, and the answer. The connection is closed afterwards. */
export interface BadBytes {
  name: string
  bytes: string
  status: number
  answer: Record<string, unknown>
}

const broken = { detail: 'The request is not valid HTTP.', code: 'parse_error' }

export const badBytes: readonly BadBytes[] = [
  { name: 'not HTTP', bytes: 'hello\r\n\r\n', status: 400, answer: broken },
  {
    name: 'a request without Host',
    bytes: 'GET /ping HTTP/1.1\r\n\r\n',
    status: 400,
    answer: broken,
  },
  {
    name: 'two lengths for one body',
    bytes: 'POST /api/query HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    status: 400,
    answer: broken,
  },
  {
    name: 'a length and chunks for one body',
    bytes:
      'POST /api/query HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    status: 400,
    answer: broken,
  },
  {
    name: 'a chunk whose length is not a number',
    bytes:
      'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
    status: 400,
    answer: broken,
  },
  {
    name: 'headers over 16 KiB',
    bytes: `GET /ping HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    status: 431,
    answer: {
      detail: 'The headers, the address among them, are larger than the limit of 16 KiB.',
      code: 'headers_too_large',
    },
  },
]
