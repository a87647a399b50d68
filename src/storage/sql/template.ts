import { placeholders } from '../../schema/event/template.ts'

/**
 * SQL of the certainty of a row's template, which is stored in the column `told`: which searches find either
 * all messages of the template or none, so that no message must be read. 0: no search. 1: searches for words
 * without digits. 2: also searches for parts of words. Equals `templateCertainty` in
 * filter/templates/template-text.ts.
 */
export const templateCertaintySql = `multiIf(template = '' OR NOT isValidASCII(template), 0, position(template, '${placeholders.mixed}') > 0, 1, 2)`
