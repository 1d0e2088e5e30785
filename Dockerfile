# Builds the image: production packages in one stage, the page in another, runtime files only in the last.

# The Node that tests and measurements ran with; docs/deploying.md explains why not Alpine. A mirror or another base: --build-arg NODE_IMAGE=…
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS packages
# A mirror of the package registry: --build-arg npm_config_registry=https://…
ARG npm_config_registry
WORKDIR /app
COPY package.json package-lock.json ./
# The image has Node, so the optional packages with Node are omitted. Type declarations and source maps are not needed at run time.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete

FROM ${NODE_IMAGE} AS page
ARG npm_config_registry
WORKDIR /app
COPY package.json package-lock.json ./
# With optional packages: the build tools are native, one package for each platform.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json LICENSE ./
COPY tools/build-page.ts tools/build-client.ts tools/build-docs.ts tools/
COPY client client
COPY src/contract src/contract
COPY web web
RUN npm run build

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Trawl" \
  org.opencontainers.image.description="Self-hosted search for network-drive links and hot lists" \
  org.opencontainers.image.version="1.0.0-rc.1" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production DATA_DIR=/data
# A volume takes its owner from the folder it is first mounted over.
RUN mkdir -m 700 /data && chown 1000:1000 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
# `trawl doctor` compares live answers with the fixtures.
COPY fixtures fixtures
COPY src src
# The terminal: `docker compose exec trawl trawl search …`. It uses the client for other Trawls.
COPY client client
COPY bin bin
RUN ln -s /app/bin/trawl.js /usr/local/bin/trawl
COPY --from=page /app/web/dist web/dist
RUN mkdir -m 700 node_modules/.cache && chown 1000:1000 node_modules/.cache
# The user `node` of the image, as a number: Kubernetes cannot verify from a name that it is not root.
USER 1000:1000
# Fills Node's compile cache, so that containers start faster; it is valid for the same user and options only.
RUN ["node", "--max-semi-space-size=8", "--heap-growing-percent=100", "--import", "./bin/keep-compiled.js", "src/main.ts", "--version"]
VOLUME /data
EXPOSE 8888
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "--input-type=module", "--eval", "import { get } from 'node:http'; get({ host: '127.0.0.1', port: process.env.PORT?.trim() || 8888, path: '/livez', timeout: 4000 }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('timeout', () => process.exit(1)).on('error', () => process.exit(1))"]
# No shell or npm in between, so signals reach the service. The options are those of `npm start`.
ENTRYPOINT ["node", "--max-semi-space-size=8", "--heap-growing-percent=100", "--import", "./bin/keep-compiled.js"]
CMD ["src/main.ts"]
