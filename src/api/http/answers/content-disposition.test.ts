import { expect, test } from 'vitest'
import { attachment, downloadName } from './content-disposition.ts'

test.each([
  ['errors', 'errors.csv'],
  ['errors.csv', 'errors.csv'],
  ['errors.CSV', 'errors.csv'],
  ['errors.txt', 'errors.txt.csv'],
  ['../../etc/passwd', 'etc passwd.csv'],
  ['C:\\a\\b', 'C a b.csv'],
  ['.hidden', 'hidden.csv'],
  ['  a \r\n\t b. ', 'a b.csv'],
  ['Übersicht 東京', 'Übersicht 東京.csv'],
  ['evil\u202ecsv.exe', 'evil csv.exe.csv'],
  ['x'.repeat(500), `${'x'.repeat(230)}.csv`],
  ['日'.repeat(200), `${'日'.repeat(76)}.csv`],
  ['𝒳'.repeat(200), `${'𝒳'.repeat(57)}.csv`],
  ['\ud800', undefined],
  ['...', undefined],
  ['', undefined],
])('%j is kept as %j', (wish, name) => {
  expect(downloadName(wish, 'csv')).toBe(name)
})

test.each([
  ['errors.csv', 'attachment; filename="errors.csv"'],
  ['50% off.csv', `attachment; filename="50_ off.csv"; filename*=UTF-8''50%25%20off.csv`],
  ['Über.csv', `attachment; filename="_ber.csv"; filename*=UTF-8''%C3%9Cber.csv`],
  [
    "東京 (a) 'b'*.csv",
    `attachment; filename="_ (a) 'b'*.csv"; filename*=UTF-8''%E6%9D%B1%E4%BA%AC%20%28a%29%20%27b%27%2A.csv`,
  ],
])('%s is sent as %s', (name, header) => {
  expect(attachment(name)).toBe(header)
})
