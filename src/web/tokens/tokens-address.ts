import { tokenTypes } from '../../schema/people/auth-token.ts'
import { declareAddress, flag, pageNumber, type StateOf, word } from '../state/address.ts'

/** The state of the tokens page. */
const address = declareAddress('/tokens', {
  kind: word('kind', tokenTypes, undefined),
  /** Tokens of everybody, with the permission manage_users. */
  all: flag('all'),
  page: pageNumber(),
})

export type TokensState = StateOf<typeof address>
export const readTokensState = address.read
export const tokensAddress = address.write
