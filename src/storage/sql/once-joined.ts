import { type CodeRange, classOf } from '../../filter/words/solo-characters.ts'

/**
 * Solo characters whose script is Common: `ー`, `ﾞ`, `〆`. Before version 8 of the tables they were parts of
 * runs, like letters of other scripts, and the index of words still has them that way in parts that are not
 * rewritten (store/tables/old-words.ts).
 */
const onceJoined: readonly CodeRange[] = [
  [0x3006, 0x3006],
  [0x3031, 0x3035],
  [0x303c, 0x303c],
  [0x30fc, 0x30fc],
  [0x3192, 0x3195],
  [0x3220, 0x3229],
  [0x3280, 0x3289],
  [0xff70, 0xff70],
  [0xff9e, 0xff9f],
  [0x1d360, 0x1d371],
]
const only = new RegExp(`^[${classOf(onceJoined, 'u')}]$`, 'u')

export function isOnceJoined(token: string): boolean {
  return only.test(token)
}

/** An RE2 pattern of such a character. */
export const onceJoinedPattern = `[${classOf(onceJoined, 'x')}]`
