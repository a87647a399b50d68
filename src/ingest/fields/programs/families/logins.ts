import { type LinePattern, linesOf, type ParserFamily } from '../patterns/parser.ts'
import { failure, login, logout, success } from './constant-fields.ts'

/** Lines of PAM, which all programs with a login write. */
const pam: readonly LinePattern[] = [
  [
    'pam_unix({:text}): session opened for user {user.name:word}(uid={:number}) by {:text}',
    { 'event.action': 'session opened' },
  ],
  [
    'pam_unix({:text}): session opened for user {user.name:word} by {:text}',
    { 'event.action': 'session opened' },
  ],
  ['pam_unix({:text}): session closed for user {user.name:word}', { 'event.action': 'session closed' }],
  [
    'pam_unix({:text}): authentication failure; logname={:text} uid={:text} euid={:text} tty={:text} ruser={:text} rhost={source.address:text}  user={user.name:word}',
    { ...login, ...failure },
  ],
  [
    'pam_unix({:text}): authentication failure; logname={:text} uid={:text} euid={:text} tty={:text} ruser={:text} rhost={source.address:text} user={user.name:word}',
    { ...login, ...failure },
  ],
  [
    'pam_unix({:text}): authentication failure; logname={:text} uid={:text} euid={:text} tty={:text} ruser={:text} rhost={source.address:address} ',
    { ...login, ...failure },
  ],
  [
    'pam_unix({:text}): authentication failure; logname={:text} uid={:text} euid={:text} tty={:text} ruser={:text} rhost={source.address:address}',
    { ...login, ...failure },
  ],
  ['pam_unix({:text}): password changed for {user.name:word}', { 'event.action': 'password changed' }],
  ['pam_unix({:text}): check pass; user unknown', { ...login, ...failure }],
  ['pam_unix({:text}): user [{user.name:longest}] *', { ...login, ...failure }],
]

/** The lines without `pam_unix(...): `. Older systems name the module after the program: `sshd(pam_unix)`. */
const oldPam = pam.map(
  ([text, constants = {}]): LinePattern => [text.slice(text.indexOf(': ') + 2), constants],
)

/** Parsers of lines about logins and privileges. See Pattern for the text in braces. */
export const logins: ParserFamily = {
  title: 'Logins and privileges',
  parsers: [
    {
      product: 'OpenSSH',
      programs: ['sshd', 'sshd-session', 'sshd-auth'],
      example: 'Failed password for invalid user oracle from 192.0.2.7 port 51000 ssh2',
      ...linesOf([
        [
          'Accepted {:word} for {user.name:longest} from {source.address:address} port {source.port:number}*',
          { ...login, ...success },
        ],
        [
          'Failed {:word} for invalid user {user.name:longest} from {source.address:address} port {source.port:number}*',
          { ...login, ...failure },
        ],
        [
          'Failed {:word} for illegal user {user.name:longest} from {source.address:address} port {source.port:number}*',
          { ...login, ...failure },
        ],
        [
          'Failed {:word} for {user.name:longest} from {source.address:address} port {source.port:number}*',
          { ...login, ...failure },
        ],
        [
          'Invalid user {user.name:longest} from {source.address:address} port {source.port:number}',
          { ...login, ...failure },
        ],
        ['Invalid user {user.name:longest} from {source.address:address}', { ...login, ...failure }],
        ['Illegal user {user.name:longest} from {source.address:address}', { ...login, ...failure }],
        [
          'Connection closed by authenticating user {user.name:word} {source.address:address} port {source.port:number}*',
          { ...logout, ...failure },
        ],
        [
          'Connection closed by invalid user {user.name:word} {source.address:address} port {source.port:number}*',
          { ...logout, ...failure },
        ],
        ['Connection closed by {source.address:address} port {source.port:number}*', logout],
        ['Connection closed by {source.address:address}', logout],
        ['Connection closed by {source.address:address} [preauth]', logout],
        [
          'Connection reset by authenticating user {user.name:word} {source.address:address} port {source.port:number}*',
          { ...logout, ...failure },
        ],
        [
          'Connection reset by invalid user {user.name:word} {source.address:address} port {source.port:number}*',
          { ...logout, ...failure },
        ],
        ['Connection reset by {source.address:address} port {source.port:number}*', logout],
        [
          'Connection from {source.address:address} port {source.port:number} on *',
          { 'event.action': 'connect' },
        ],
        [
          'Disconnected from authenticating user {user.name:word} {source.address:address} port {source.port:number}*',
          { ...logout, ...failure },
        ],
        [
          'Disconnected from invalid user {user.name:word} {source.address:address} port {source.port:number}*',
          { ...logout, ...failure },
        ],
        [
          'Disconnected from user {user.name:word} {source.address:address} port {source.port:number}',
          logout,
        ],
        ['Disconnected from {source.address:address} port {source.port:number}*', logout],
        [
          'Disconnecting authenticating user {user.name:word} {source.address:address} port {source.port:number}: {event.reason:text}',
          { ...logout, ...failure },
        ],
        [
          'Disconnecting invalid user {user.name:word} {source.address:address} port {source.port:number}: {event.reason:text}',
          { ...logout, ...failure },
        ],
        [
          'Received disconnect from {source.address:address} port {source.port:number}:{:number}: {event.reason:text}',
          logout,
        ],
        ['Received disconnect from {source.address:address}: {:number}: {event.reason:text}', logout],
        [
          'error: maximum authentication attempts exceeded for invalid user {user.name:longest} from {source.address:address} port {source.port:number}*',
          { ...login, ...failure },
        ],
        [
          'error: maximum authentication attempts exceeded for {user.name:longest} from {source.address:address} port {source.port:number}*',
          { ...login, ...failure },
        ],
        [
          'error: PAM: {event.reason:text} for illegal user {user.name:longest} from {source.address:address}',
          { ...login, ...failure },
        ],
        [
          'error: PAM: {event.reason:text} for {user.name:longest} from {source.address:address}',
          { ...login, ...failure },
        ],
        [
          'User {user.name:word} from {source.address:address} not allowed because {event.reason:text}',
          { ...login, ...failure },
        ],
        [
          'Unable to negotiate with {source.address:address} port {source.port:number}: {event.reason:text}',
          failure,
        ],
        [
          'error: Received disconnect from {source.address:address} port {source.port:number}:{:number}: {event.reason:text}',
          logout,
        ],
        ['error: Received disconnect from {source.address:address}: {:number}: {event.reason:text}', logout],
        ['input_userauth_request: invalid user {user.name:longest} [preauth]', { ...login, ...failure }],
        [
          'PAM {:number} more authentication {:word}; logname={:text} uid={:text} euid={:text} tty={:text} ruser={:text} rhost={source.address:address}  user={user.name:word}',
          { ...login, ...failure },
        ],
        [
          'PAM {:number} more authentication {:word}; logname={:text} uid={:text} euid={:text} tty={:text} ruser={:text} rhost={source.address:address}',
          { ...login, ...failure },
        ],
        [
          'Did not receive identification string from {source.address:address} port {source.port:number}',
          failure,
        ],
        ['Did not receive identification string from {source.address:address}', failure],
        [
          'banner exchange: Connection from {source.address:address} port {source.port:number}: {event.reason:text}',
          failure,
        ],
        [
          'Bad protocol version identification {:longest} from {source.address:address} port {source.port:number}',
          failure,
        ],
        ['reverse mapping checking getaddrinfo for {:word} [{source.address:address}] failed*', failure],
        [
          'Server listening on {server.address:address} port {server.port:number}.',
          { 'event.action': 'start' },
        ],
      ]),
    },
    {
      product: 'sudo',
      programs: ['sudo'],
      example: 'ann : TTY=pts/0 ; PWD=/home/ann ; USER=root ; COMMAND=/usr/bin/apt update',
      ...linesOf([
        [
          '{user.name:word} : TTY={:text} ; PWD={:text} ; USER={user.effective.name:word} ; COMMAND={process.command_line:text}',
          success,
        ],
        [
          '{user.name:word} : TTY={:text} ; PWD={:text} ; USER={user.effective.name:word} ; GROUP={:word} ; COMMAND={process.command_line:text}',
          success,
        ],
        [
          '{user.name:word} : PWD={:text} ; USER={user.effective.name:word} ; COMMAND={process.command_line:text}',
          success,
        ],
        [
          '{user.name:word} : {event.reason:text} ; TTY={:text} ; PWD={:text} ; USER={user.effective.name:word} ; COMMAND={process.command_line:text}',
          failure,
        ],
        [
          '{user.name:word} : {event.reason:text} ; PWD={:text} ; USER={user.effective.name:word} ; COMMAND={process.command_line:text}',
          failure,
        ],
      ]),
    },
    {
      product: 'doas',
      programs: ['doas'],
      example: 'ann ran command apt update as root from /home/ann',
      ...linesOf([
        [
          '{user.name:word} ran command {process.command_line:longest} as {user.effective.name:word} from *',
          success,
        ],
        ['command not permitted for {user.name:word}: {process.command_line:text}', failure],
        ['failed auth for {user.name:word}', failure],
      ]),
    },
    {
      product: 'su',
      programs: ['su'],
      example: 'FAILED SU (to root) ann on pts/1',
      ...linesOf([
        ['Successful su for {user.effective.name:word} by {user.name:word}', success],
        ['FAILED su for {user.effective.name:word} by {user.name:word}', failure],
        ['FAILED SU (to {user.effective.name:text}) {user.name:word} on {:word}', failure],
        ['(to {user.effective.name:text}) {user.name:word} on {:word}', success],
        ['+ {:word} {user.name:word}:{user.effective.name:word}', success],
        ['- {:word} {user.name:word}:{user.effective.name:word}', failure],
        ["'su {user.effective.name:text}' succeeded for {user.name:word} on {:word}", success],
        ["'su {user.effective.name:text}' failed for {user.name:word} on {:word}", failure],
        ['{user.name:word} to {user.effective.name:word} on {:word}', success],
        ['BAD SU {user.name:word} to {user.effective.name:word} on {:word}', failure],
      ]),
    },
    {
      product: 'PAM of any program',
      programs: [
        'sshd',
        'sshd-session',
        'sudo',
        'su',
        'login',
        'cron',
        'crond',
        'gdm-password',
        'lightdm',
        'polkit-1',
        'passwd',
        'chpasswd',
        'systemd',
        'vsftpd',
        'samba',
        'dovecot',
        'pam_unix',
        'remote',
        'atd',
        'runuser',
      ],
      startsWith: 'p',
      example:
        'pam_unix(sshd:auth): authentication failure; logname= uid=0 euid=0 tty=ssh ruser= rhost=192.0.2.7  user=root',
      ...linesOf(pam),
    },
    {
      product: 'PAM of older systems',
      programs: [
        'sshd(pam_unix)',
        'su(pam_unix)',
        'login(pam_unix)',
        'gdm(pam_unix)',
        'sudo(pam_unix)',
        'crond(pam_unix)',
        'samba(pam_unix)',
      ],
      example: 'session opened for user ann by (uid=0)',
      ...linesOf(oldPam),
    },
    {
      product: 'systemd-logind, login, accounts',
      programs: [
        'systemd-logind',
        'login',
        'elogind',
        'useradd',
        'userdel',
        'groupadd',
        'usermod',
        'passwd',
        'chage',
        'gpasswd',
      ],
      example: 'New session 12 of user ann.',
      ...linesOf([
        ['New session {:word} of user {user.name:word}.', login],
        ["New session '{:text}' of user '{user.name:text}' with class *", login],
        [
          'FAILED LOGIN {:number} FROM {source.address:address} FOR {user.name:text}, {event.reason:text}',
          { ...login, ...failure },
        ],
        [
          'FAILED LOGIN ({:number}) on {:text} FOR {user.name:text}, {event.reason:text}',
          { ...login, ...failure },
        ],
        [
          'ROOT LOGIN ON {:word} FROM {source.address:address}',
          { ...login, ...success, 'user.name': 'root' },
        ],
        ['ROOT LOGIN ON {:word}', { ...login, ...success, 'user.name': 'root' }],
        ['LOGIN ON {:word} BY {user.name:word} FROM {source.address:address}', { ...login, ...success }],
        ['LOGIN ON {:word} BY {user.name:word}', { ...login, ...success }],
        ['new user: name={user.name:word}, *', { 'event.action': 'user added' }],
        ["delete user '{user.name:text}'", { 'event.action': 'user deleted' }],
        ["add '{user.name:text}' to group '{:text}'", { 'event.action': 'user added to group' }],
        ['password for {user.name:word} changed by {:word}', { 'event.action': 'password changed' }],
        ["password for '{user.name:text}' changed by '{:text}'", { 'event.action': 'password changed' }],
      ]),
    },
    {
      product: 'Dropbear',
      programs: ['dropbear'],
      example: "Bad password attempt for 'root' from 192.0.2.7:51000",
      ...linesOf([
        [
          "Password auth succeeded for '{user.name:text}' from {source.address:address}:{source.port:number}",
          { ...login, ...success },
        ],
        [
          "Pubkey auth succeeded for '{user.name:text}' with {:text} from {source.address:address}:{source.port:number}",
          { ...login, ...success },
        ],
        [
          "Bad password attempt for '{user.name:longest}' from {source.address:address}:{source.port:number}",
          { ...login, ...failure },
        ],
        [
          'Login attempt for nonexistent user from {source.address:address}:{source.port:number}',
          { ...login, ...failure },
        ],
        [
          'Child connection from {source.address:address}:{source.port:number}',
          { 'event.action': 'connect' },
        ],
        [
          'Exit ({user.name:text}) from <{source.address:address}:{source.port:number}>: {event.reason:text}',
          logout,
        ],
      ]),
    },
    {
      product: 'fail2ban',
      programs: ['fail2ban', 'fail2ban.actions', 'fail2ban.filter', 'fail2ban-server'],
      example: 'NOTICE  [sshd] Ban 192.0.2.7',
      ...linesOf([
        ['{:word}  [{rule.name:text}] Ban {source.address:address}', { 'event.action': 'ban' }],
        ['{:word}  [{rule.name:text}] Unban {source.address:address}', { 'event.action': 'unban' }],
        ['{:word}  [{rule.name:text}] Restore Ban {source.address:address}', { 'event.action': 'ban' }],
        ['{:word}    [{rule.name:text}] Found {source.address:address} - *', { 'event.action': 'found' }],
        ['[{rule.name:text}] Ban {source.address:address}', { 'event.action': 'ban' }],
        ['[{rule.name:text}] Unban {source.address:address}', { 'event.action': 'unban' }],
        ['[{rule.name:text}] Found {source.address:address} - *', { 'event.action': 'found' }],
      ]),
    },
  ],
}
