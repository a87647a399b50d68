import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../testing/depth.ts'
import { fold, tokens } from './tokens.ts'

/** The definition, code point by code point. */
function slowFold(text: string): string {
  return [...text].map(char => char.toLowerCase()).join('')
}

function slowTokens(text: string): string[] {
  const found: string[] = []
  let run = ''
  for (const char of slowFold(text)) {
    const word = /[\p{L}\p{N}]/u.test(char)
    const alone = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]/u.test(char)
    if (word && !alone) {
      run += char
      continue
    }
    if (run !== '') found.push(run)
    run = ''
    if (word) found.push(char)
  }
  return run === '' ? found : [...found, run]
}

/** Text in which the awkward characters are frequent. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'aZ9_.-: ÄßİΣςσΟΔ登录あカーﾊｰﾞ〆〱々・ـ\u3099\u200dЖжйé̈\u0130\u212a\ud800\udc00𐐀𝟘👍'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
    { maxLength: 30 },
  )
  .map(parts => parts.join(''))

describe('fold', () => {
  it.each([
    ['GRÖSSE Größe', 'grösse größe'],
    ['ОШИБКА', 'ошибка'],
    ['ΟΔΟΣ ΟΔΟΣ', 'οδοσ οδοσ'],
    ['οδος', 'οδος'],
    ['İstanbul', 'i\u0307stanbul'],
    ['\u212aelvin', 'kelvin'],
    ['𐐀', '𐐨'],
    ['%ASA-6-302013', '%asa-6-302013'],
    ['\ud800A', '\ud800a'],
  ])('%s -> %s', (text, want) => {
    expect(fold(text)).toBe(want)
  })

  it('folds every code point as the definition says, and folding again changes nothing', () => {
    const wrong: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const char = String.fromCodePoint(code)
      if (fold(char) !== slowFold(char) || fold(fold(char)) !== fold(char)) wrong.push(code.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it('looks at no neighbours', () => {
    fc.assert(
      fc.property(awkward, text => {
        expect(fold(text)).toBe(slowFold(text))
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('tokens', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' \t.-_:/%|()"!', []],
    ['Failed password for root', ['failed', 'password', 'for', 'root']],
    ['10.1.2.3:443', ['10', '1', '2', '3', '443']],
    ['00:1B:44:11:3a:b7', ['00', '1b', '44', '11', '3a', 'b7']],
    ['%ASA-6-302013: Built', ['asa', '6', '302013', 'built']],
    ['/opt/x/y_z.log', ['opt', 'x', 'y', 'z', 'log']],
    ['登录失败', ['登', '录', '失', '败']],
    ['user42登录Failed', ['user42', '登', '录', 'failed']],
    ['コーヒーあり', ['コ', 'ー', 'ヒ', 'ー', 'あ', 'り']],
    ['サーバーDOWN', ['サ', 'ー', 'バ', 'ー', 'down']],
    ['エラー500が発生', ['エ', 'ラ', 'ー', '500', 'が', '発', '生']],
    ['ﾕｰｻﾞadmin', ['ﾕ', 'ｰ', 'ｻ', 'ﾞ', 'admin']],
    ['は\u3099DOWN、〆切7・人々x〱', ['は', 'down', '〆', '切', '7', '人', '々', 'x', '〱']],
    ['㆒admin㊀500', ['㆒', 'admin', '㊀', '500']],
    ['エラー５００', ['エ', 'ラ', 'ー', '５００']],
    ['خطـأ می\u200cشود', ['خطـأ', 'می', 'شود']],
    ['로그인 실패', ['로그인', '실패']],
    ['ÄRGER, größe «ошибка»', ['ärger', 'größe', 'ошибка']],
    ['ΟΔΟΣ', ['οδοσ']],
    ['gro\u0308ße', ['gro', 'ße']],
    ['x²½Ⅷ٣', ['x²½ⅷ٣']],
    ['a\ud800b\udc00c', ['a', 'b', 'c']],
    ['𐐀𐐁👍𐐂', ['𐐨𐐩', '𐐪']],
  ])('%j', (text, want) => {
    expect(tokens(text)).toEqual(want)
  })

  it('takes every letter, digit and mark of any script as the definition says', () => {
    const wrong: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      const char = String.fromCodePoint(code)
      if (!/[\p{L}\p{N}\p{M}\p{Cf}]/u.test(char)) continue
      const text = `a${char}b ${char}7${char}`
      if (tokens(text).join() !== slowTokens(text).join()) wrong.push(code.toString(16))
    }
    expect(wrong).toEqual([])
  })

  it('equals the definition on any text', () => {
    fc.assert(
      fc.property(awkward, text => {
        expect(tokens(text)).toEqual(slowTokens(text))
      }),
      { numRuns: runs(1000) },
    )
  })

  it('splits folded text as it splits the text', () => {
    fc.assert(
      fc.property(awkward, text => {
        expect(tokens(fold(text))).toEqual(tokens(text))
      }),
      { numRuns: runs(300) },
    )
  })
})
