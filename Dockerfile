# The lab as a container: docker build -t mcp-failure-lab . && docker run --rm -i mcp-failure-lab serve
FROM node:22-slim AS build
WORKDIR /lab
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /home/node
COPY --from=build --chown=node:node /lab/dist /opt/mcp-failure-lab/dist
COPY --from=build --chown=node:node /lab/package.json /opt/mcp-failure-lab/
# A normal user: the lab needs no right that one lacks.
USER node
ENTRYPOINT ["node", "/opt/mcp-failure-lab/dist/bin.cjs"]
CMD ["--help"]
