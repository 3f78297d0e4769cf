package dev.holdfast.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Several processes of one system on one database, of which the first few work. */
final class Crew implements AutoCloseable {
    private final List<ContenderProcess> members = new ArrayList<>();

    static Crew of(Subject subject, String url, int number) throws IOException {
        Crew crew = new Crew();
        try {
            for (int i = 0; i < number; i++) {
                crew.members.add(ContenderProcess.start(subject, url));
            }
            return crew;
        } catch (IOException e) {
            crew.close();
            throw e;
        }
    }

    void prepare() throws IOException {
        members.get(0).ask("prepare");
    }

    void fill(int jobs) throws IOException {
        members.get(0).ask("fill " + jobs);
    }

    /**
     * Each runs so many jobs alone, one after the other: it is the database that replicas share, and processes that compile
     * at the same time share the processors as well.
     */
    void warm(int jobs) throws IOException {
        for (ContenderProcess member : members) {
            member.ask("fill " + jobs);
            member.ask("drain " + jobs);
        }
    }

    /** So many begin to work. */
    Shift begin(int number) throws IOException {
        Shift shift = new Shift(members.subList(0, number));
        for (ContenderProcess member : shift.members) {
            member.ask("work");
        }
        return shift;
    }

    @Override
    public void close() throws IOException {
        for (ContenderProcess member : members) {
            member.close();
        }
    }

    /** Those that work. */
    static final class Shift {
        private final List<ContenderProcess> members;

        private Shift(List<ContenderProcess> members) {
            this.members = members;
        }

        /** Waits until all together have run that many; answers how many it is by then. */
        double await(int jobs) throws IOException, InterruptedException {
            double sum = count();
            while (sum < jobs) {
                TimeUnit.MILLISECONDS.sleep(5);
                sum = count();
            }
            return sum;
        }

        /** They finish what they have; answers how many they have run. */
        double end() throws IOException {
            for (ContenderProcess member : members) {
                member.ask("rest");
            }
            return count();
        }

        List<ProcessHandle> handles() {
            return members.stream().map(ContenderProcess::handle).toList();
        }

        private double count() throws IOException {
            double sum = 0;
            for (ContenderProcess member : members) {
                sum += member.ask("count").get("jobs");
            }
            return sum;
        }
    }
}
