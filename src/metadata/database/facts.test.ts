import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../testing/temporary.ts'

test('facts are remembered, replaced and forgotten', async () => {
  const first = await openTemporaryMetadata()
  const { facts } = first.metadata
  expect(await facts.get('window')).toBeUndefined()
  await facts.set('window', { widest: 3_600 })
  await facts.set('window', { widest: 60, name: 'é' })
  await first.metadata.close()
  const again = await openTemporaryMetadata({ folder: first.folder })
  expect(await again.metadata.facts.get('window')).toEqual({ widest: 60, name: 'é' })
  await again.metadata.facts.remove('window')
  expect(await again.metadata.facts.get('window')).toBeUndefined()
})
