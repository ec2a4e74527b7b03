package clinic.patients;

import java.util.List;
import java.util.Optional;

public interface Patients {
    List<Patient> all();

    Optional<Patient> find(long id);

    Patient register(Patient patient);

    List<Appointment> appointmentsOf(long id);

    void cancel(long appointment);
}
