import { expect, test } from 'vitest'
import { importFiles } from './use-import.ts'

const file = (name: string, text: () => Promise<string>) => ({ name, size: 10, text })

test('a file that cannot be read fails alone', async () => {
  const sent: unknown[] = []
  const result = await importFiles(
    [
      file('folder', () => Promise.reject(new Error('The entry is not a file.'))),
      file('hosts.json', async () => '{"widgets": []}'),
    ],
    async drafts => {
      sent.push(...drafts)
      return []
    },
  )
  expect(result.failures).toEqual([expect.stringContaining('folder')])
  expect(sent).toEqual([{ widgets: [] }])
})
