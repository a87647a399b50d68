import type { App } from '../http/app.ts'
import { type TokenName, tokenHeaders } from './people.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A function that sends requests to the current test's server, by default with this token. */
export function requestAs(presentApp: () => App, defaultToken: TokenName) {
  return (method: Method, url: string, payload?: object, token: TokenName = defaultToken) =>
    presentApp().inject({
      method,
      url,
      headers: tokenHeaders(token),
      ...(payload === undefined ? {} : { payload }),
    })
}
