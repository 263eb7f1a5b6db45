# The image of Malote, for amd64 and arm64:
#
#     docker buildx build --platform linux/amd64,linux/arm64 --tag malote .
#
# It runs as nobody, with everything but /data read-only. docs/installing.md says how to use it.
# MALOTE_OWNER_EMAIL names the first owner, else the log has a code; MALOTE_LANGUAGE is pt or en.

# The pages of the dashboard and of the documentation are the same for every processor: they are
# built on the builder's own.
FROM --platform=$BUILDPLATFORM node:24-bookworm-slim AS dashboard
WORKDIR /app
COPY . .
RUN node scripts/ready.mjs && node scripts/run.mjs scripts/site.ts

# What runs, for the processor that it is for. The image has its Node, and Node reads TypeScript.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY dashboard/package.json dashboard/
RUN npm ci --omit=dev --workspaces=false --include-workspace-root --loglevel=error \
 && rm -rf node_modules/.bin

# Neither npm nor a compiler is in what goes out.
FROM debian:bookworm-slim
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY bin bin
COPY scripts/run.mjs scripts/node.mjs scripts/healthy.mjs scripts/
COPY db db
COPY docs docs
COPY src src
COPY --from=dashboard /app/dashboard/dist dashboard/dist
COPY --from=dashboard /app/site/dist site/dist
RUN install --directory --owner=65534 --group=65534 --mode=0700 /data \
 && ln --symbolic /app/bin/malote.mjs /usr/local/bin/malote
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/data/cache \
    MALOTE_DATA_DIR=/data \
    MALOTE_DATABASE_WAIT_SECONDS=60
VOLUME /data
EXPOSE 8080 2525
USER 65534:65534
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "scripts/healthy.mjs"]
CMD ["node", "scripts/run.mjs", "src/main.ts"]
