# Builds the image: production packages in one stage, the page in another, only what runs in the last.

# The Node that tests and measurements ran with; docs/deploying.md says why not Alpine's. A mirror or another base: --build-arg NODE_IMAGE=…
ARG NODE_IMAGE=node:24.21.0-trixie-slim

FROM ${NODE_IMAGE} AS packages
# A mirror of the package registry: --build-arg npm_config_registry=https://…
ARG npm_config_registry
WORKDIR /app
COPY package.json package-lock.json ./
# Node is in the image, so the optional packages that bring it stay out. Type declarations and source maps are for those who build.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' \) -delete

FROM ${NODE_IMAGE} AS page
ARG npm_config_registry
WORKDIR /app
COPY package.json package-lock.json ./
# With optional packages: what builds the page is native, one package for each kind of machine.
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
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production DATA_DIR=/data
# A volume takes its owner from the folder it is first laid over.
RUN mkdir -m 700 /data && chown 1000:1000 /data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
# Doctor compares live answers with the fixtures.
COPY fixtures fixtures
COPY src src
# The terminal: `docker compose exec trawl trawl search …`. It asks other Trawls by the client.
COPY client client
COPY bin bin
RUN ln -s /app/bin/trawl.js /usr/local/bin/trawl
COPY --from=page /app/web/dist web/dist
RUN mkdir -m 700 node_modules/.cache && chown 1000:1000 node_modules/.cache
# The user `node` of the image, as a number: Kubernetes cannot tell from a name that it is not root.
USER 1000:1000
# What Node compiles is kept here, so that no container need do it again; it is taken for the same user and the same options only.
RUN ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "--import", "./bin/keep-compiled.js", "src/main.ts", "--version"]
VOLUME /data
EXPOSE 8888
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "--input-type=module", "--eval", "import { get } from 'node:http'; get({ host: '127.0.0.1', port: process.env.PORT?.trim() || 8888, path: '/livez', timeout: 4000 }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('timeout', () => process.exit(1)).on('error', () => process.exit(1))"]
# No shell and no npm in between: signals reach the service. Its options are those of `npm start`.
ENTRYPOINT ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "--import", "./bin/keep-compiled.js"]
CMD ["src/main.ts"]
