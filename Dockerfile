# Holdfast as an image. Build the jars first:  mvn -B package -DskipTests
FROM eclipse-temurin:17-jre

RUN useradd --system --uid 10001 --no-create-home holdfast
WORKDIR /opt/holdfast
COPY holdfast ./
COPY worker-app/target/lib/ lib/
RUN mkdir plugins

# In a container the endpoint is reached from outside; a plugin is a jar in /opt/holdfast/plugins.
ENV HOLDFAST_HTTP_HOST=0.0.0.0 \
    HOLDFAST_HTTP_PORT=8080 \
    HOLDFAST_PLUGINS_DIR=/opt/holdfast/plugins \
    HOLDFAST_LOG_FORMAT=json
EXPOSE 8080
USER holdfast

# Exec form: the launcher replaces itself with the JVM, which as process 1 gets SIGTERM itself.
ENTRYPOINT ["/opt/holdfast/holdfast"]
CMD ["work"]
