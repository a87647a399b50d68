import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'vitest'
import { checkArchivedAnswers } from './testing/archived-answers.ts'
import { cases } from './testing/cases.ts'

const queryTypes = 7
/** A deep run takes long. */
const timeout = 300_000 + cases(280) * 2_000

test(
  'queries that include archives answer as the oracle does, whatever is archived',
  async () => {
    const folder = path.join(mkdtempSync(path.join(tmpdir(), 'millrace-archive-')), 'days')
    await checkArchivedAnswers(folder, {
      questionsOfType: Math.ceil(cases(280) / queryTypes),
      maxFileRows: 60,
    })
  },
  timeout,
)
