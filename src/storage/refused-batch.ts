import { BatchRefusedError } from '../schema/batch-refused.ts'
import { EngineError } from './engine/engine-error.ts'

/**
 * What the engine says of a file whose bytes are not rows (ErrorCodes.cpp): ATTEMPT_TO_READ_AFTER_EOF, CANNOT_READ_ARRAY_FROM_TEXT,
 * CANNOT_PARSE_INPUT_ASSERTION_FAILED, CANNOT_READ_ALL_DATA, CANNOT_PARSE_NUMBER, FILE_DOESNT_EXIST, INCORRECT_DATA,
 * TOO_LARGE_ARRAY_SIZE, TOO_LARGE_STRING_SIZE, UNEXPECTED_END_OF_FILE.
 */
const codes = new Set([26, 27, 32, 33, 72, 107, 117, 128, 131, 286])

/** Says of an append that cannot be helped that it is so. */
export async function throwRefused(append: Promise<void>): Promise<void> {
  try {
    await append
  } catch (error) {
    if (error instanceof EngineError && codes.has(error.code)) {
      throw new BatchRefusedError(error.message, { cause: error })
    }
    throw error
  }
}
