import { tokenTypes } from '../../schema/people/auth-token.ts'
import { declareAddress, flag, oneOf, pageNumber } from '../state/address.ts'

/** The state of the tokens page. */
export const tokensPage = declareAddress('/tokens', {
  kind: oneOf('kind', tokenTypes, undefined),
  /** Shows the tokens of all users; requires manage_users. */
  all: flag('all'),
  page: pageNumber(),
})

export const tokensAddress = tokensPage.write
