// The operations of the IP allow list and of bans.
import { ban, banEntry, bansChange, bansResponse, banToLift } from '../bans.ts'
import { allowListChange, allowListQuestion, allowListResponse } from '../monitoring.ts'
import { fields, named, type Operation } from '../operation.ts'
import { head } from './hotlist-examples.ts'

const questionFields = fields('AllowListQuestion', allowListQuestion, 'A query of the allow list.', {
  ip: 'An address to test.',
})
const changeFields = fields(
  'AllowListChange',
  allowListChange,
  'Addresses to add or remove, in the query or the body.',
  {
    ip: 'IPv4 or IPv6 addresses, or blocks like `10.0.0.0/8`.',
    ips: 'The same, for several addresses.',
  },
)
const bansFields = fields('BansChange', bansChange, 'Bans to add and to lift; at least one is required.', {
  add: 'Bans to add.',
  remove: 'Bans to lift. Bans in the bans file can only be lifted there.',
})

const kind = 'The kind of ban: a share, a word in titles, a channel, or a host.'

/** The named schemas of these operations. */
export const securityNames = [
  changeFields,
  bansFields,
  fields('BanEntry', banEntry, 'A ban to add.', { kind, value: 'The banned value.', note: 'A note for operators.' }),
  fields('BanToLift', banToLift, 'A ban to lift.', { kind, value: 'The banned value.' }),
  named('AllowListAnswer', allowListResponse, 'The allow list, and the result of the test.', {
    enabled: 'Whether the list is enforced. An empty list allows every address.',
    whitelist: 'Addresses and blocks, in the order in which they were added.',
    ip: 'The tested address.',
    allowed: 'Whether it is allowed.',
  }),
  named('BansAnswer', bansResponse, 'All bans; after a change also those that it added and lifted.'),
  named('Ban', ban, 'A ban. Banned links and posts are removed from all answers.', {
    kind,
    since: 'When it was added, in epoch milliseconds.',
    from: 'Whether it is from the bans file or was added over the API.',
  }),
]

const allowList = { ...head, enabled: true, whitelist: ['127.0.0.1', '10.0.0.0/8'], count: 2 }
const badBlock = {
  message: 'ip: "10.0.0.0/40" must be an IPv4 or IPv6 address or a block like 10.0.0.0/8',
  details: { parameter: 'ip' },
}
const noBlock = {
  message: 'ip: is missing: must be an IPv4 or IPv6 address or a block like 10.0.0.0/8; several in ips',
  details: { parameter: 'ip' },
}
const noAction = {
  message:
    'action: is not supported: GET only reads the list; POST adds the addresses in ip or ips, DELETE removes them',
  details: { parameter: 'action' },
}
const path = '/api/v1/security/ip-whitelist'
const banned = {
  kind: 'word',
  value: '预告',
  note: 'no trailers',
  since: 1795161600000,
  from: 'api',
} as const

/** The allow list. */
const allowListOperations: readonly Operation[] = [
  {
    method: 'get',
    path,
    id: 'allowList',
    tag: 'administration',
    summary: 'The IP allow list',
    access: 'reader',
    query: questionFields,
    answers: [{ status: 200, meaning: 'The list.', schema: allowListResponse }],
    errors: { 400: [{ message: 'ip: must be an IPv4 or IPv6 address', details: { parameter: 'ip' } }, noAction] },
    examples: [
      { name: 'list', summary: 'The list', answer: allowList },
      {
        name: 'question',
        summary: 'Test an address',
        query: { ip: '192.0.2.1' },
        answer: { ...allowList, ip: '192.0.2.1', allowed: false },
      },
    ],
  },
  {
    method: 'post',
    path,
    id: 'allow',
    tag: 'administration',
    summary: 'Add addresses to the allow list',
    description:
      'While the list is not empty, only its addresses have access, except to `/livez`. Add your own address first; administrators always have access to this path.',
    access: 'administrator',
    query: changeFields,
    body: changeFields,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'The updated list.', schema: allowListResponse }],
    errors: { 400: [noBlock, badBlock] },
    examples: [
      { name: 'one', summary: 'In the query', query: { ip: ['127.0.0.1'] }, answer: allowList },
      { name: 'several', summary: 'In the body', body: { ips: ['127.0.0.1', '10.0.0.0/8'] }, answer: allowList },
    ],
  },
  {
    method: 'delete',
    path,
    id: 'disallow',
    tag: 'administration',
    summary: 'Remove addresses from the allow list',
    description: 'An empty list allows every address.',
    access: 'administrator',
    query: changeFields,
    body: changeFields,
    isBodyOptional: true,
    answers: [{ status: 200, meaning: 'The updated list.', schema: allowListResponse }],
    errors: { 400: [noBlock, badBlock], 404: [{ message: 'allow list: 10.0.0.0/8 is not on it' }] },
    examples: [
      {
        name: 'last',
        summary: 'Remove the last addresses',
        query: { ip: ['127.0.0.1', '10.0.0.0/8'] },
        answer: { ...head, enabled: false, whitelist: [], count: 0 },
      },
    ],
  },
]

/** The allow list, and bans. */
export const securityOperations: readonly Operation[] = [
  ...allowListOperations,
  {
    method: 'get',
    path: '/api/v1/security/bans',
    id: 'bans',
    tag: 'administration',
    summary: 'All bans',
    access: 'reader',
    answers: [{ status: 200, meaning: 'All bans.', schema: bansResponse }],
    examples: [{ name: 'bans', summary: 'One word', answer: { ...head, bans: [banned], total: 1 } }],
  },
  {
    method: 'post',
    path: '/api/v1/security/bans',
    id: 'changeBans',
    tag: 'administration',
    summary: 'Add and lift bans',
    access: 'administrator',
    body: bansFields,
    answers: [{ status: 200, meaning: 'The updated bans.', schema: bansResponse }],
    errors: {
      400: [
        {
          message: 'add.0.kind: must be one of share, word, channel, host',
          details: { parameter: 'add.0.kind' },
        },
      ],
      404: [{ message: 'bans: there is no ban of the word 预告' }],
      409: [{ message: 'bans: the ban of the word 预告 stands in the file of bans, and has to be lifted there' }],
    },
    examples: [
      {
        name: 'add',
        summary: 'Ban a word',
        body: { add: [{ kind: 'word', value: '预告', note: 'no trailers' }] },
        answer: { ...head, bans: [banned], total: 1, added: [banned], removed: [] },
      },
      {
        name: 'lift',
        summary: 'Lift the ban',
        body: { remove: [{ kind: 'word', value: '预告' }] },
        answer: { ...head, bans: [], total: 0, added: [], removed: [banned] },
      },
    ],
  },
]
