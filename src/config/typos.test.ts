// Tests of typo detection in names of settings, without false alarms for variables of other programs.
import { describe, expect, it } from 'vitest'
import { documentedSettings, readConfig } from './schema.ts'
import { findIneffectiveSettings, findTypos } from './typos.ts'

const known = [...documentedSettings().map(({ name }) => name), 'ADMIN_TOKEN_FILE', 'API_KEYS_FILE']

function names(text: string): string[] {
  return text.split(/\s+/).filter((name) => name !== '')
}

describe('a slip of the pen', () => {
  it.each([
    ['ENABLED_SOURCE', 'ENABLED_SOURCES'],
    ['ENABLE_SOURCES', 'ENABLED_SOURCES'],
    ['SOURCES_ENABLED', 'ENABLED_SOURCES'],
    ['PLUGINS_DISABLED', 'DISABLED_PLUGINS'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['TRUSTED_PROXIES', 'TRUST_PROXY'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['RATELIMITS', 'RATE_LIMITS'],
    ['API_KEY', 'API_KEYS'],
    ['AUTH_USER', 'AUTH_USERS'],
    ['AUHT_ENABLED', 'AUTH_ENABLED'],
    ['ADMIN_TOKN', 'ADMIN_TOKEN'],
    ['ADMIN_TOKEN_FILES', 'ADMIN_TOKEN_FILE'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['DATADIR', 'DATA_DIR'],
    ['CHANEL', 'CHANNELS'],
    ['UPSTREAM_PROXIES', 'UPSTREAM_PROXY'],
    ['SEARCH_DEADLINE', 'SEARCH_DEADLINE_MS'],
    ['HTTPS_PROXI', 'HTTPS_PROXY'],
  ])('%s is warned of with %s', (name, meant) => {
    expect(findTypos([name], known)).toEqual([`${name}: unknown setting; did you mean ${meant}?`])
  })

  it('is not looked for where the right name is set as well', () => {
    expect(findTypos(['API_KEY', 'API_KEYS'], known)).toEqual([])
  })
})

describe('the environment', () => {
  it.each([
    ['is that of our settings', `${known.join(' ')} http_proxy https_proxy all_proxy no_proxy`],
    [
      'is that of a shell on a desktop',
      `SHELL SESSION_MANAGER COLORTERM XDG_CONFIG_DIRS XDG_DATA_DIRS XDG_DATA_HOME XDG_CACHE_HOME SSH_AUTH_SOCK PWD LOGNAME HOME LANG LS_COLORS USER SHLVL PATH
       DBUS_SESSION_BUS_ADDRESS DISPLAY EDITOR OLDPWD TERM HOST HOSTNAME HOSTTYPE MACHTYPE VENDOR GROUP GOPROXY GOPATH NVM_DIR NVM_BIN PNPM_HOME JAVA_HOME ftp_proxy FTP_PROXY rsync_proxy
       socks_proxy SOCKS_PROXY auto_proxy GIT_PROXY_COMMAND CARGO_HOME CONDA_PREFIX VIRTUAL_ENV PYTHONPATH AWS_PROFILE GITHUB_TOKEN NPM_TOKEN OPENAI_API_KEY HF_TOKEN PGDATA
       LC_ALL TMPDIR VSCODE_IPC_HOOK_CLI WSL_DISTRO_NAME GPG_AGENT_INFO MANPATH HISTSIZE PORTS`,
    ],
    [
      'is that of a container',
      `PATH HOSTNAME NODE_VERSION YARN_VERSION HOME TERM container NODE_ENV KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT KUBERNETES_PORT KUBERNETES_PORT_443_TCP_ADDR
       REDIS_SERVICE_HOST REDIS_PORT POSTGRES_PASSWORD POSTGRES_USER POSTGRES_DB DATABASE_URL TRAWL_PORT TRAWL_SERVICE_HOST PUID PGID TZ DOCKER_HOST COMPOSE_PROJECT_NAME`,
    ],
    [
      'is that of systemd',
      `INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NOTIFY_SOCKET LISTEN_FDS LISTEN_PID WATCHDOG_PID WATCHDOG_USEC STATE_DIRECTORY CACHE_DIRECTORY LOGS_DIRECTORY
       CONFIGURATION_DIRECTORY RUNTIME_DIRECTORY CREDENTIALS_DIRECTORY MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE MAINPID MANAGERPID LANG LOGNAME`,
    ],
    [
      'is that of npm',
      `npm_package_json npm_config_loglevel npm_config_proxy npm_config_https_proxy npm_config_noproxy npm_config_cache npm_lifecycle_event npm_execpath npm_node_execpath
       npm_config_user_agent npm_config_prefix npm_package_version npm_command INIT_CWD NODE COLOR NODE_OPTIONS NODE_EXTRA_CA_CERTS NODE_PATH NO_COLOR FORCE_COLOR`,
    ],
    [
      'is that of a watched service',
      `OTEL_SERVICE_NAME OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_TRACES_SAMPLER OTEL_LOG_LEVEL`,
    ],
  ])('%s: nothing is warned of', (_whose, text) => {
    expect(findTypos(names(text), known)).toEqual([])
  })

  it('of this test is warned of nothing either', () => {
    expect(findTypos(Object.keys(process.env), known)).toEqual([])
  })
})

it('a name of a megabyte is not compared with the settings, though its beginning is one', () => {
  expect(findTypos([`CHANNELS_${'S_'.repeat(500_000)}`], ['CHANNELS'])).toEqual([])
})

it('users are reported when no login is required', () => {
  const idle = (env: Readonly<Record<string, string>>) => findIneffectiveSettings(readConfig(env, []))
  expect(idle({ AUTH_USERS: 'me:scrypt.x' })).toEqual(['AUTH_USERS: has no effect without AUTH_ENABLED=true'])
  expect(idle({ AUTH_USERS: 'me:scrypt.x', AUTH_ENABLED: 'true' })).toEqual([])
})

it('lists to refresh for a history that is off are reported', () => {
  const idle = (env: Readonly<Record<string, string>>) => findIneffectiveSettings(readConfig(env, []))
  const warning = ['HISTORY_SOURCES: has no effect without HISTORY=true, and DATA_DIR or DATABASE_URL']
  expect(idle({ HISTORY_SOURCES: 'weibo', HISTORY: 'off' })).toEqual(warning)
  expect(idle({ HISTORY_SOURCES: 'weibo', DATA_DIR: '' })).toEqual(warning)
  expect(idle({ HISTORY_SOURCES: 'weibo' })).toEqual([])
})
